/** As strict as a browser's own `type="email"` (HTML, 4.10.5.1.5), and a dot in the domain: the server reads it in full. */
export const isMailAddress = (text: string): boolean =>
  /^[^\s@"(),:;<>[\\\]]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u.test(
    text,
  )
