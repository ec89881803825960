/** Matches package.json. A test keeps them in sync. */
export const version = '0.2.0'
