/** Requests that wait, one row for each sender; those without a sender share one. */
export type FairQueue<Item extends { sender: string | null }> = {
  add: (item: Item) => void
  remove: (item: Item) => void
  /** Dequeues the first item of the next eligible sender, round robin. */
  next: (mayRun: (sender: string | null) => boolean) => Item | undefined
  size: () => number
}

/** Serves senders in turn, and the requests of each in order, so that one with many requests delays the others by one at most. */
export const createFairQueue = <Item extends { sender: string | null }>(): FairQueue<Item> => {
  const rows = new Map<string | null, Item[]>()
  let size = 0

  return {
    add: item => {
      const row = rows.get(item.sender)
      if (row === undefined) rows.set(item.sender, [item])
      else row.push(item)
      size++
    },
    remove: item => {
      const row = rows.get(item.sender)
      const at = row?.indexOf(item) ?? -1
      if (row === undefined || at < 0) return
      row.splice(at, 1)
      size--
      if (row.length === 0) rows.delete(item.sender)
    },
    next: mayRun => {
      for (const [sender, row] of rows) {
        if (!mayRun(sender)) continue
        const item = row.shift()
        // To the end of the turn.
        rows.delete(sender)
        if (row.length > 0) rows.set(sender, row)
        size--
        return item
      }
      return undefined
    },
    size: () => size,
  }
}
