/** Bytes as people read them: "2.1 MB". */
export const fileSize = (bytes: number): string => {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const
  let size = bytes
  let unit = 0
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000
    unit += 1
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1
  return `${size.toFixed(digits)} ${bytes === 1 ? 'byte' : units[unit]}`
}
