/** Logs to the console what concerns only the page's developer and cannot be returned. */
// biome-ignore lint/suspicious/noConsole: where a developer looks.
export const warnDeveloper = (...message: readonly unknown[]): void => console.warn(...message)
