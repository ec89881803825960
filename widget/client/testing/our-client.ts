import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Application } from '../../../identity/conformance/testing/index.ts'
import { buildWidget } from '../../build.ts'

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

/** Builds our client, for an application on the stage of the published one. */
export const buildOurClient = async (): Promise<Application & { remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'headless-'))
  await buildWidget({ outDir: folder })
  return { folder, page: () => page, remove: () => rm(folder, { recursive: true, force: true }) }
}
