#!/usr/bin/env node
// What `icons` links to. Committed as executable, since the compiler makes plain files and a link made once stays.
import "../dist/cli/main.js";
