/**
 * Whether those who watch a paper are told that it cites a fallen one. What fell lately is news, and so is what this site learned of after
 * it had read what the paper cites; all else was there for everybody to see when they began to watch.
 * @param firstRead when the paper's references were first read, epoch ms; null for never
 * @param notedAt when this site learned of the fall, epoch ms
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
