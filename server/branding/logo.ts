import { readFileSync, statSync } from 'node:fs';
import { type Image, imageOf } from './image.ts';

const MOST = 256 * 1024;

export interface Logo {
  type: Image['type'] | 'image/svg+xml';
  bytes: Buffer;
  /** Its width for a height of 1, at least 1 and at most 4: pages keep room for it before it is there. */
  ratio: number;
}

const SVG = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE svg[^>[]*>\s*)?<svg(?<attributes>\s[^>]*|)>/is;

const within = (ratio: number) => (ratio > 0 ? Math.min(4, Math.max(1, Math.round(ratio * 100) / 100)) : 1);

/** The shape of a drawing, by its `viewBox` or else its size; a square where it has neither. */
function ratioOf(attributes: string) {
  const [, , , width, height] =
    /\sviewBox=["']\s*(\S+)[\s,]+(\S+?)[\s,]+(\S+?)[\s,]+(\S+?)\s*["']/.exec(attributes) ?? [];
  const size = (name: string) => new RegExp(`\\s${name}=["']([\\d.]+)(?:px)?["']`).exec(attributes)?.[1];
  return within(Number(width ?? size('width')) / Number(height ?? size('height')));
}

/** A logo that holds pixels and nothing else: by its contents PNG, JPEG or WebP. Undefined where it is not. */
export function pictureOf(bytes: Buffer): Logo | undefined {
  const image = imageOf(bytes);
  return image && { type: image.type, bytes, ratio: within(image.width / image.height) };
}

/** Reads a logo, by its contents an SVG, PNG, JPEG or WebP file of at most 256 KiB; undefined where it is not. */
export function readLogo(path: string): Logo | undefined {
  try {
    const file = statSync(path);
    if (!file.isFile() || file.size > MOST) return undefined;
    const bytes = readFileSync(path);
    const picture = pictureOf(bytes);
    if (picture) return picture;
    const { attributes } = SVG.exec(bytes.toString())?.groups ?? {};
    return attributes === undefined ? undefined : { type: 'image/svg+xml', bytes, ratio: ratioOf(attributes) };
  } catch {
    return undefined;
  }
}
