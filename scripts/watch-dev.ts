import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { printHelpIfRequested } from '@corroborate/server-kit/command-line'

printHelpIfRequested(`
Usage: npm run dev

Starts both servers for development: pages reload as you edit, and a change of server code restarts the process.
`)

// Node runs a watched script again and again, which a request for help must not begin.
const child = spawn(process.execPath, ['--watch', join(import.meta.dirname, 'dev.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', code => process.exit(code ?? 0))
