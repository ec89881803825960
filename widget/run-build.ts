import { buildWidget } from './build.ts'

await buildWidget()
