#!/usr/bin/env node
import process from 'node:process'
import { run } from './run.ts'

process.exitCode = await run(process.argv.slice(2), {
  // biome-ignore lint/style/noProcessEnv: a command of its own, which shares no settings with the servers
  environment: process.env,
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
})
