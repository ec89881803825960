import { styleText } from 'node:util'

type Colour = 'red' | 'yellow' | 'green' | 'blue' | 'gray'

const levels: Record<number, { word: string; colour: Colour }> = {
  10: { word: 'trace', colour: 'gray' },
  20: { word: 'debug', colour: 'gray' },
  30: { word: 'info', colour: 'green' },
  40: { word: 'warn', colour: 'yellow' },
  50: { word: 'error', colour: 'red' },
  60: { word: 'fatal', colour: 'red' },
}

/** Formats a JSON log line for people: time, level, message, other fields, and the stack trace. */
export const humanLine = (line: string): string => {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line)
  } catch {
    return line
  }
  const { time, level, msg, err, name, ...rest } = entry
  const { word, colour } = levels[Number(level)] ?? { word: String(level), colour: 'blue' }
  const clock = typeof time === 'number' ? new Date(time).toTimeString().slice(0, 8) : ''
  const details = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const parts = [
    styleText('gray', clock),
    styleText(colour, word.padEnd(5)),
    name,
    msg,
    styleText('gray', details.join(' ')),
  ]
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : ''
  return `${parts.filter(part => part !== undefined && part !== '').join(' ')}${stack}\n`
}
