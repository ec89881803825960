import type { Logger } from '@corroborate/server-kit/logging'
import { createOutsideService, type OutsideService } from '../../kit/outside/index.ts'
import type { CrossrefState } from '../known/index.ts'
import { askCrossref } from './crossref.ts'
import { type AskForFacts, askOpenAlex } from './open-alex.ts'

export type ServicesOptions = {
  /** Null switches the service off. */
  openAlex: { url: string; apiKey: string | undefined } | null
  crossref: { url: string } | null
  /** Site URL and contact address, which services ask clients to send. */
  origin: string
  contact: string | undefined
  logger: Pick<Logger, 'info'>
  now: () => number
}

/** The services outside that know papers. Those that are switched off are null. */
export type Services = {
  openAlex: AskForFacts | null
  crossref: AskForFacts | null
  /** True if any of them is available now. */
  isAnyReachable: () => boolean
  crossrefState: () => CrossrefState
}

export const openServices = ({ openAlex, crossref, origin, contact, logger, now }: ServicesOptions): Services => {
  const userAgent = `Corroborate (${origin}${contact === undefined ? '' : `; mailto:${contact}`})`
  const onChange = (sentence: string) => logger.info(sentence)
  const service = (name: string) => createOutsideService({ name, userAgent, now, onChange })
  const openAlexService = openAlex && service('OpenAlex')
  const crossrefService = crossref && service('Crossref')
  return {
    openAlex: openAlex && openAlexService && askOpenAlex({ ...openAlex, service: openAlexService, now }),
    crossref:
      crossref && crossrefService && askCrossref({ ...crossref, service: crossrefService, mailto: contact, now }),
    isAnyReachable: () => [openAlexService, crossrefService].some(each => each?.isReachable() ?? false),
    crossrefState: () => stateOf(crossrefService),
  }
}

const stateOf = (service: Pick<OutsideService, 'isReachable'> | null): CrossrefState => {
  if (service === null) return 'off'
  return service.isReachable() ? 'reachable' : 'silent'
}
