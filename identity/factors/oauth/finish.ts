import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Arrival } from './arrival.ts'
import { askForCode } from './ask-for-code.ts'
import { land, type Pages } from './land.ts'

/**
 * Returns the redirect URL after a provider's response: the application, or the code entry page first.
 * @throws ProviderError, Refusal as `land` and `askForCode`
 */
export const finish = async (
  core: Core,
  { project, request }: { project: Project; request: RequestFacts },
  pages: Pages,
  arrival: Arrival,
): Promise<string> =>
  (await land(core, project, pages, arrival, request.now)) ??
  (await askForCode(core, { project, request }, { arrival, pages }))
