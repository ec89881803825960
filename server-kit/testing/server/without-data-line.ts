/** Output of a command on stderr, without the line that names the data it acts on. */
export const withoutDataLine = (err: string): string => err.replace(/^Data: .*\n?/, '')
