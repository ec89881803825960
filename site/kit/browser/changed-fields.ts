/** The fields of `now` that hold something else than in `before`. Values are plain data. */
export const changedFields = <Fields extends object>(before: Fields, now: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Fields]),
    ),
  ) as Partial<Fields>
