import { describe, expect, it } from 'vitest';
import { imageOf } from '../../server/branding/image.ts';
import { PICTURES } from '../helpers/images.ts';

const { huge, ...pictures } = PICTURES;

describe.each(Object.entries(pictures))('an image in %s', (_form, { bytes, type, width, height }) => {
  it('is known by its bytes, with its size', () => {
    expect(imageOf(bytes)).toEqual({ type, width, height });
  });

  it('is none where it is cut off in its header', () => {
    for (let length = 0; length < 20; length++) expect(imageOf(bytes.subarray(0, length))).toBeUndefined();
  });
});

it('an image is none that would unpack to gigabytes', () => {
  expect(imageOf(huge.bytes)).toBeUndefined();
});

it.each([
  ['a JPEG without a frame', Buffer.from('ffd8ffe00002ffd9', 'hex')],
  ['a JPEG whose parts have no length', Buffer.from('ffd8ffe00000ffe00000', 'hex')],
  ['a sound file', Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1')],
  ['a picture in GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
])('%s is no image', (_what, bytes) => {
  expect(imageOf(bytes)).toBeUndefined();
});
