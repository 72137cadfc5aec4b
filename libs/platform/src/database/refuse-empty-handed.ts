import type { Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';

/**
 * Refuses providers that Nest made without what their constructor takes: a class without a decorator says nothing of
 * that, and it would fail at the first request that needs it.
 * @throws Error that names the first
 */
export function refuseEmptyHanded(modules: ModulesContainer): void {
  for (const module of modules.values()) {
    for (const provider of module.providers.values()) {
      if (!isEmptyHanded(provider)) continue;
      const { name } = provider.metatype as Type;
      throw new Error(
        `${module.metatype.name} lists ${name}, which takes something that nothing injects. A store is listed as ` +
          `...provideStores(${name}), anything else needs @Injectable().`,
      );
    }
  }
}

/** Made by Nest, which a value and its own `ModuleRef` are not; of a factory `inject` says what it takes. */
function isEmptyHanded({ metatype, inject, instance }: InstanceWrapper<unknown>): boolean {
  if (typeof metatype !== 'function' || inject != null || (instance as object | null)?.constructor !== metatype)
    return false;
  return metatype.length > 0 && !STATED_BY_DECORATORS.some((key) => Reflect.hasMetadata(key, metatype));
}

/** Where decorators write what a constructor takes. */
const STATED_BY_DECORATORS = ['design:paramtypes', 'self:paramtypes'];
