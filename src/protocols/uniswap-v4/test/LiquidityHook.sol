// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A hook of Uniswap v4 that counts what it is called for: initializations and added liquidity, never a swap. Where it
/// lies decides what it is called for, so that its code is put at an address.
contract LiquidityHook {
    struct Key {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct Change {
        int24 lower;
        int24 upper;
        int256 liquidity;
        bytes32 salt;
    }

    uint256 public initialized;
    uint256 public added;

    function beforeInitialize(address, Key calldata, uint160) external returns (bytes4) {
        initialized++;
        return this.beforeInitialize.selector;
    }

    function afterAddLiquidity(address, Key calldata, Change calldata, int256, int256, bytes calldata)
        external
        returns (bytes4, int256)
    {
        added++;
        return (this.afterAddLiquidity.selector, 0);
    }
}
