import process from 'node:process'
import { serveGallery } from './serve.ts'

/** `npm run gallery`, or with a port of one's own: `npm run gallery -- 5300`. */
if (process.argv.slice(2).some(word => /^(?:--help|-h|help)$/.test(word))) {
  console.log(
    'Usage: npm run gallery [-- PORT]\n\nServes every screen of the widget in every state, on port 5002 by default.',
  )
  process.exit(0)
}

const [port = '5002'] = process.argv.slice(2)
const { origin } = await serveGallery(Number(port))
console.log(`Every screen of the widget: ${origin}`)
