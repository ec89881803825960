import type { Application } from '../../../identity/conformance/testing/index.ts'
import { buildWidgetIfChanged } from '../../build-if-changed.ts'
import { widgetDist } from '../../dist.ts'

/** Our client as a page without a bundler loads it, made with the options of the published one. */
const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>An application</title>
<div id="login"></div>
<script src="/client/headless.js"></script>
<script>
  window.makeClient = (token, { endpoints, endpointOptions, ...options }) =>
    SignInHeadless.createHeadlessClient(token, {
      baseUrl: endpoints.testAPIURL,
      customDomain: endpointOptions !== undefined,
      ...options,
    })
  document.body.dataset.ready = ''
</script>`

/** Our client as it is built, for an application on the stage of the published one. */
export const openOurClient = async (): Promise<Application> => {
  await buildWidgetIfChanged()
  return { folder: widgetDist, page: () => page }
}
