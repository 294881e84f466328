#!/usr/bin/env node
// The target of the `icons` link. Committed as executable, since the compiler creates plain files and an existing link
// is not updated.
import "../dist/cli/main.js";
