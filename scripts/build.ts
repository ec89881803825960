import { printHelpIfRequested } from '@corroborate/server-kit/command-line'
import { buildIdentityIfChanged } from '../identity/build-if-changed.ts'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { buildWidgetIfChanged } from '../widget/build-if-changed.ts'
import { orSayWhy } from './or-say-why.ts'

/** `npm run build`, or one of them: `npm run build -- widget`. */
const builds = {
  widget: { what: 'widget', build: buildWidgetIfChanged },
  site: { what: 'site', build: buildSiteIfChanged },
  identity: { what: 'console and the filter of common passwords', build: buildIdentityIfChanged },
}
printHelpIfRequested(`
Usage: npm run build [-- NAME …]

Builds what has changed of: ${Object.keys(builds).join(', ')}
`)
const wanted = process.argv.slice(2)

await orSayWhy(async () => {
  for (const [name, { what, build }] of Object.entries(builds)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const started = performance.now()
    const built = await build()
    console.log(
      built ? `Built the ${what} in ${Math.round(performance.now() - started)} ms.` : `The ${what} is built already.`,
    )
  }
})
