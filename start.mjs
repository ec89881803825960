// Plain JavaScript, so that a Node too old for our TypeScript can still print its requirement.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const starts = { both: './scripts/start.ts', site: './site/app/start.ts', identity: './scripts/start-identity.ts' }

const refuse = sentence => {
  process.stderr.write(`${sentence}\n`)
  // EX_CONFIG, as in server-kit/operator-error: a restart does not help.
  process.exit(78)
}

const oldest = 24
if (Number(process.versions.node.split('.')[0]) < oldest) {
  refuse(
    `Corroborate needs Node ${oldest} or later; this is ${process.version}. On Linux and Windows "npm ci" brings the right one ` +
      'and "npm start" uses it; elsewhere install Node from https://nodejs.org.',
  )
}

// A release holds the parts that are machine code for one kind of machine, and names it as packages do.
const { os, cpu, libc } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))
const system = {
  os: process.platform,
  cpu: process.arch,
  libc: process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl',
}
const differs = (what, wanted) => wanted !== undefined && !wanted.includes(system[what])
if (differs('os', os) || differs('cpu', cpu) || differs('libc', libc)) {
  const made = [os, cpu, libc].filter(Boolean).join(' ')
  refuse(
    `This release was made for ${made}; this machine is ${system.os} ${system.cpu}${libc ? ` ${system.libc}` : ''}. ` +
      'Make one here: "npm ci && npm run release" in the sources.',
  )
}

const usage = `Usage: npm start [-- site|identity]

Starts the site and the identity provider, or one of them. Builds what has changed first.
`
if (process.argv.slice(2).some(word => /^(?:--help|-h|help)$/.test(word))) {
  process.stdout.write(usage)
  process.exit(0)
}

const [which = 'both', ...others] = process.argv.slice(2)
if (others.length > 0 || !Object.hasOwn(starts, which)) {
  refuse('Start both servers with "node start.mjs", or one with "node start.mjs site" or "node start.mjs identity".')
}
try {
  await import(starts[which])
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.startsWith('Cannot find package')) throw error
  refuse(`${error.message.split(' imported ')[0]}: run "npm ci" first.`)
}
