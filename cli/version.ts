/** That of package.json; a test holds them together. */
export const version = '0.2.0'
