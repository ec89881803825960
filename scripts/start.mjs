// Plain JavaScript, so that a Node too old for our TypeScript can still say what it needs.
const oldest = 24
if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Corroborate needs Node ${oldest} or later; this is ${process.version}. On Linux and Windows "npm ci" brings the right one ` +
      'and "npm start" uses it; elsewhere install Node from https://nodejs.org.',
  )
  process.exit(1)
}
await import('./start.ts')
