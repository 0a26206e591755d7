// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {IVault} from "../../../../contracts/sandbox/IVault.sol";
import {V4Pools} from "../../../../contracts/forge/adapters/V4Pools.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice A pool of native currency, represented by token 0, in Uniswap's own PoolManager.
contract V4NativeVenue is V4Pools {
    int24 private immutable span;

    /// @param span_ ticks of liquidity on either side of the price of one
    constructor(address adapter_, address wrapped_, address second, int24 span_)
        payable
        Venue(adapter_, wrapped_, second, wrapped_)
    {
        (pool, span) = (address(_manager()), span_);
    }

    function open() external override {
        _open(IVault(pool), _keyOf(address(0), coins[1]), span);
    }

    function data(uint256 i) external pure override returns (uint48) {
        return uint48(uint256(FEE) << 24 | (i == 0 ? 1 << 23 : 0) | uint24(SPACING));
    }

    function foresee(uint256 i, uint256 amountIn) external override returns (uint256) {
        return _ask(IVault(pool), _keyOf(address(0), coins[1]), i == 0, amountIn);
    }
}
