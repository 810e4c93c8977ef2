/** The version of this package; a test holds it equal to package.json. A constant so that nothing is read at start-up. */
export const VERSION = "0.1.0";

/** The machine contract this version speaks. Fields are added to it, never renamed. */
export const REPORT_SCHEMA = "pi-cache-stats/report@1";

/** The contract of reports on several sessions. Fields are added to it, never renamed. */
export const SESSIONS_SCHEMA = "pi-cache-stats/sessions@1";

/** Two such reports side by side. */
export const COMPARE_SCHEMA = "pi-cache-stats/compare@1";
