import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { buildWidgetIfChanged } from '../widget/build-if-changed.ts'

/** `npm run build`, or one of them: `npm run build -- widget`. */
const builds = { widget: buildWidgetIfChanged, site: buildSiteIfChanged }
const wanted = process.argv.slice(2)

for (const [name, build] of Object.entries(builds)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const started = performance.now()
  const built = await build()
  console.log(
    built ? `Built the ${name} in ${Math.round(performance.now() - started)} ms.` : `The ${name} is built already.`,
  )
}
