import { buildSite, siteDist } from '../site/build.ts'

const started = performance.now()
await buildSite()
console.log(`Built the site into ${siteDist} in ${Math.round(performance.now() - started)} ms.`)
