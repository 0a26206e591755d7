// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {SyncSwapMasterPort} from "../sandbox/SyncSwapMasterPort.sol";
import {IMaster, SyncSwapPoolPort} from "../sandbox/SyncSwapPoolPort.sol";
import {SyncSwapVaultPort} from "../sandbox/SyncSwapVaultPort.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice A pool in SyncSwap's vault with a million of each token, on our ports. The adapter has a fee of
/// its own.
contract SyncswapVenue is Venue {
    SyncSwapVaultPort private immutable vault;

    /// @param kind 1 classic, 2 stable
    constructor(address adapter_, address first, address second, address wrapped_, uint16 kind)
        payable
        Venue(adapter_, first, second, wrapped_)
    {
        (address token0, address token1) = first < second ? (first, second) : (second, first);
        vault = new SyncSwapVaultPort(wrapped_);
        SyncSwapMasterPort master = new SyncSwapMasterPort(address(vault));
        SyncSwapPoolPort made = new SyncSwapPoolPort(kind, IMaster(address(master)), token0, token1, 1, 1);
        pool = address(made);
        master.setTokenSwapFee(first, second, 100);
        master.setTokenSwapFee(second, first, 200);
        master.setSenderFee(adapter, 50);
    }

    function open() external override {
        for (uint256 i = 0; i < 2; i++) {
            fund(i, address(vault), 1e24);
            vault.deposit(coins[i], pool);
        }
        SyncSwapPoolPort(pool).sync();
    }

    function data(uint256) external pure override returns (uint48) {
        return 0;
    }

    function foresee(uint256 i, uint256 amountIn) external view override returns (uint256) {
        return SyncSwapPoolPort(pool).getAmountOut(coins[i], amountIn, adapter);
    }
}
