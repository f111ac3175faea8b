/** The type and dimensions of an image, from its first bytes. */
export interface Image {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
}

type Reader = (bytes: Buffer) => Image | undefined;

const starts = (bytes: Buffer, at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text;

const png: Reader = (bytes) =>
  starts(bytes, 0, '\x89PNG\r\n\x1a\n') && starts(bytes, 12, 'IHDR')
    ? { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

/** Markers of JPEG that begin a frame, whose header has the size: C0 to CF without C4, C8 and CC. */
const beginsFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const jpeg: Reader = (bytes) => {
  if (!starts(bytes, 0, '\xff\xd8\xff')) return undefined;
  for (let at = 2; bytes.readUInt8(at) === 0xff; at += 2 + bytes.readUInt16BE(at + 2))
    if (beginsFrame(bytes.readUInt8(at + 1)))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  return undefined;
};

/** Lossy, lossless and extended files say their size at places of their own. */
const webp: Reader = (bytes) => {
  if (!starts(bytes, 0, 'RIFF') || !starts(bytes, 8, 'WEBP')) return undefined;
  const type = 'image/webp';
  if (starts(bytes, 12, 'VP8 ') && starts(bytes, 23, '\x9d\x01\x2a'))
    return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (starts(bytes, 12, 'VP8L') && bytes.readUInt8(20) === 0x2f) {
    const sizes = bytes.readUInt32LE(21);
    return { type, width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
  }
  return starts(bytes, 12, 'VP8X')
    ? { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    : undefined;
};

/** The largest side of an image, in pixels: a small file may unpack to gigabytes. */
export const MOST_PIXELS = 4096;

/** The type and size of an image, by its contents alone; undefined where it is none of these, too large or cut off. */
export function imageOf(bytes: Buffer): Image | undefined {
  try {
    const image = png(bytes) ?? jpeg(bytes) ?? webp(bytes);
    const fits = (side: number) => side >= 1 && side <= MOST_PIXELS;
    return image && fits(image.width) && fits(image.height) ? image : undefined;
  } catch {
    return undefined;
  }
}
