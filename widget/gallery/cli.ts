import { serveGallery } from './serve.ts'

/** `npm run gallery`, or with a port of one's own: `npm run gallery -- 5300`. */
const [port = '5002'] = process.argv.slice(2)
const { origin } = await serveGallery(Number(port))
console.log(`Every screen of the widget: ${origin}`)
