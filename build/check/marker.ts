/** What `icons init` writes where only the maintainer knows; a build leads to each place that still says so. */
export const FILL_IN = "FILL IN";
