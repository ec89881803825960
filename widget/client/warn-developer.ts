/** Says something to the developer of a page that nobody else needs to know, and that nothing can be returned for. */
// biome-ignore lint/suspicious/noConsole: where a developer looks.
export const warnDeveloper = (...message: readonly unknown[]): void => console.warn(...message)
