import type { Logger } from '../logging/index.ts'

/** Writes into the log when Redis goes and when it is back, each time once, however often that is noticed. */
export const tellOfRedis = (logger: Logger): { gone: (error: unknown) => void; here: () => void } => {
  let lost = false
  return {
    gone: error => {
      if (!lost) logger.error({ err: error }, 'Redis does not answer: this node counts its limits alone')
      lost = true
    },
    here: () => {
      if (lost) logger.info('Redis answers again: limits are counted together')
      lost = false
    },
  }
}
