/**
 * True if watchers of a paper are notified of a flagged reference: the flag is recent, or recorded after the references were first read.
 * Everything else was visible when they started to watch.
 * @param firstRead when the paper's references were first read, epoch ms; null for never
 * @param notedAt when the flag was recorded, epoch ms
 */
export const isNews = ({
  firstRead,
  notedAt,
  fellLately,
}: {
  firstRead: number | null
  notedAt: number
  fellLately: boolean
}): boolean => fellLately || (firstRead !== null && notedAt > firstRead)
