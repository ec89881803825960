import { runProcess } from '@corroborate/server-kit/lifecycle'
import { createLogger } from '@corroborate/server-kit/logging'
import { readServerSettings } from '@corroborate/server-kit/settings'
import { buildIdentityIfChanged } from '../identity/build-if-changed.ts'
import { createIdentity } from '../identity/identity.ts'
import { createDevRenderer } from '../site/app/dev-renderer.ts'
import { openSite } from '../site/app/site.ts'
import { rebuildWidgetOnChange } from '../widget/rebuild-on-change.ts'
import { greeting } from './greeting.ts'

/** Both servers for development: islands are exchanged and pages reload in the browser as they change, and server code restarts the process. */
await runProcess(async life => {
  const settings = readServerSettings()
  const logger = createLogger(settings.logLevel)
  life.useLogger(logger)
  const { host } = settings

  await buildIdentityIfChanged()
  const identity = await createIdentity(settings, {
    logger: logger.child({ name: 'identity' }),
    isDraining: life.isDraining,
    now: Date.now,
  })
  life.onClose('identity provider', identity.close)
  await life.listen({
    name: 'identity provider',
    app: identity.app,
    problems: identity.problems,
    port: settings.identity.port,
    portVariable: 'IDENTITY_PORT',
    host,
  })

  const widget = await rebuildWidgetOnChange(error => logger.error({ err: error }, 'the widget was not built'))
  life.onClose('widget builds', widget.close)
  const { renderer, inFrontOf, close } = await createDevRenderer()
  life.onClose('bundler', close)
  const { app } = await openSite({ life, settings, logger: logger.child({ name: 'site' }), renderer })
  await life.listen({ name: 'site', app: inFrontOf(app), port: settings.site.port, portVariable: 'PORT', host })
  process.stdout.write(`${greeting(settings)}  Pages and servers renew themselves as you write.\n\n`)
})
