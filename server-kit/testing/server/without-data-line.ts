/** What a command wrote to stderr, without the line that names the data it acts on. */
export const withoutDataLine = (err: string): string => err.replace(/^Data: .*\n?/, '')
