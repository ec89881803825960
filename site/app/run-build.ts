import { buildSite } from './build.ts'

await buildSite()
