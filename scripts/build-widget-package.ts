import { join } from 'node:path'
import { buildWidgetIfChanged } from '../widget/build-if-changed.ts'
import { buildWidgetPackage } from '../widget/build-package.ts'
import { orSayWhy } from './or-say-why.ts'
import { runTypeScript } from './run-typescript.ts'

// `npm pack` in `widget/package/` runs this.

const widget = join(import.meta.dirname, '../widget')

await orSayWhy(async () => {
  await buildWidgetIfChanged()
  await buildWidgetPackage(join(widget, 'package/dist'))
})
runTypeScript(join(widget, 'tsconfig.package.json'))
