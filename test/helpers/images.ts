const picture = (type: string, data: string, [width, height] = [4, 2] as [number, number]) => ({
  type,
  data,
  width,
  height,
  ratio: width / height,
  bytes: Buffer.from(data, 'base64'),
});

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR4nGPo0n4ERwzIHACisgy5oUDjVwAAAABJRU5ErkJggg==';

/** The same picture, purple of four pixels by two, in some forms; and one that only says that it is large. */
export const PICTURES = {
  png: picture('image/png', PNG),
  jpeg: picture(
    'image/jpeg',
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAACAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCaAoyD/9k=',
  ),
  webp: picture('image/webp', 'UklGRjQAAABXRUJQVlA4ICgAAACQAQCdASoEAAIAA4BaJaACdLoAA5gA/ujXH/kp/Xd5RcF3i2KQ1IAA'),
  losslessWebp: picture('image/webp', 'UklGRh4AAABXRUJQVlA4TBEAAAAvA0AAAAfQlSpWvP+BiOh/AAA='),
  translucentWebp: picture(
    'image/webp',
    'UklGRlgAAABXRUJQVlA4WAoAAAAQAAAAAwAAAQAAQUxQSAkAAAAAgICAgICAgIAAVlA4ICgAAACQAQCdASoEAAIAA4BaJaACdLoAA5gA/ujXH/kp/Xd5RcF3i2KQ1IAA',
  ),
  // 30,000 pixels a side.
  huge: picture('image/png', PNG.replace('SUhEUgAAAAQAAAAC', 'SUhEUgAAdTAAAHUw'), [30_000, 30_000]),
};
