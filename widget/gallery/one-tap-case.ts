import type { GalleryCase } from './gallery-case.ts'

/** One Tap with a frame of the gallery's own, which answers in one way (`public/one-tap`). */
export const oneTap = (answer: 'shown' | 'chosen' | 'silent' | 'refused'): GalleryCase => ({
  config: {
    products: ['oauth', 'emailMagicLinks'],
    oauthOptions: {
      providers: [{ type: 'google', one_tap: true, position: 'forceLegacyEmbedded' }, { type: 'github' }],
    },
  },
  script: {
    get baseUrl() {
      return `${location.origin}/one-tap/${answer}`
    },
  },
})
