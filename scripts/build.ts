import { buildSiteIfChanged } from '../site/build-if-changed.ts'

const started = performance.now()
const built = await buildSiteIfChanged()
console.log(built ? `Built the site in ${Math.round(performance.now() - started)} ms.` : 'The site is built already.')
