/** Writes to the console what only the developer of the page needs to know and no call can return. */
// biome-ignore lint/suspicious/noConsole: where a developer looks.
export const warnDeveloper = (...message: readonly unknown[]): void => console.warn(...message)
