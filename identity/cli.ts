import process from 'node:process'
import { describeData } from '@corroborate/server-kit/database'
import { readProcessSettings } from '@corroborate/server-kit/settings'
import { databaseOf } from './database-of.ts'
import { runCli } from './operate/cli/index.ts'

/** `npm run identity -- …`. Ignores a closed stdout (`| head`). */
process.stdout.on('error', () => {})
const readSettings = () => {
  const settings = readProcessSettings()
  process.stderr.write(describeData([{ name: 'identity', ...databaseOf(settings) }]))
  return settings
}
process.exitCode = await runCli(process.argv.slice(2), readSettings, {
  stdin: process.stdin,
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
})
