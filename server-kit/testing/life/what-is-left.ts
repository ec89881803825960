import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files that lives leave in their folder: their crash points, one per line, and responses, one per file. */
const deathsIn = (folder: string): string => join(folder, 'deaths.txt')
const ending = '.answer'

export const readLeft = (folder: string) => ({
  deaths: existsSync(deathsIn(folder)) ? readFileSync(deathsIn(folder), 'utf8').trim().split('\n') : [],
  answers: new Map(
    readdirSync(folder)
      .filter(name => name.endsWith(ending))
      .map(name => [name.slice(0, -ending.length), readFileSync(join(folder, name), 'utf8')]),
  ),
})

/** On the disk before it happens. */
export const leaveDeath = (folder: string, moment: string): void =>
  appendFileSync(deathsIn(folder), `${moment}\n`, { flush: true })

export const leaveAnswer = (folder: string, step: string, answer: string): void =>
  writeFileSync(join(folder, step + ending), answer, { flush: true })
