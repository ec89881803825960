import process from 'node:process'
import { readProcessSettings } from '@corroborate/server-kit/settings'
import { runCli } from './operate/cli/index.ts'

/** `npm run identity -- …`. Goes on when nobody reads what it prints (`| head`). */
process.stdout.on('error', () => {})
process.exitCode = await runCli(process.argv.slice(2), readProcessSettings, {
  stdin: process.stdin,
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
})
