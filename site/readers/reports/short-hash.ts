/** So many characters of its SHA-256 are in a report's address (SPEC §9). */
export const shortHash = 9
