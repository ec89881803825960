/** The spelling in which common passwords are compared: they differ little in case, and not in how letters are encoded. Pure. */
export const foldPassword = (password: string): string => password.normalize('NFKC').toLowerCase()
