import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import { createWorkerPool, WorkerPoolError } from '@corroborate/server-kit/worker-pool'
import { LRUCache } from 'lru-cache'
import { type PictureModel, pictureVersion } from './picture-model.ts'

/** The port of a feature that draws share pictures. */
export type WithPictures = { pictures: Pick<SharePictures, 'kept' | 'draw'> }

export type SharePictures = {
  /** The picture as PNG when it was drawn lately, or null. */
  kept: (model: PictureModel) => Uint8Array | null
  /** Draws it in a thread of its own, one after another, and keeps it. Null when too many wait, or it took too long. */
  draw: (model: PictureModel) => Promise<Uint8Array | null>
  close: () => Promise<void>
}

/** Pictures that wait for the thread; the next are refused. */
const mostWaiting = 16
/** Timeout of an image with its wait, in ms; the first also loads the fonts. */
const patience = { usual: 5_000, first: 15_000 }
/** The thread holds some 50 MB of fonts and drawing, and ends after so long without work, in ms. */
const idle = 60_000
/** Bytes of pictures that are kept. */
const mostKept = 16 * 2 ** 20

export const createSharePictures = ({ onNotice }: { onNotice: (sentence: string) => void }): SharePictures => {
  const pictures = new LRUCache<string, Uint8Array>({
    maxSize: mostKept,
    sizeCalculation: picture => picture.byteLength,
  })
  const drawing = createSingleFlight<string, Uint8Array | null>()
  const pool = createWorkerPool<PictureModel, Uint8Array>({
    script: new URL('./draw-worker.ts', import.meta.url),
    threads: 1,
    maxQueue: mostWaiting,
    timeout: patience.usual,
    startTimeout: patience.first,
    idleTimeout: idle,
    onNotice,
  })

  const drawNow = async (version: string, model: PictureModel): Promise<Uint8Array | null> => {
    try {
      const picture = await pool.run(model)
      pictures.set(version, picture)
      return picture
    } catch (error) {
      if (!(error instanceof WorkerPoolError)) throw error
      if (error.reason === 'failed') onNotice(`A share picture could not be drawn: ${error.message}`)
      return null
    }
  }

  return {
    kept: model => pictures.get(pictureVersion(model)) ?? null,
    draw: model => {
      const version = pictureVersion(model)
      return drawing.run(version, () => drawNow(version, model))
    },
    close: pool.close,
  }
}
