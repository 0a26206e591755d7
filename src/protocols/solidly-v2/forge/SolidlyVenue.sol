// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Code} from "../../../../contracts/forge/rig/Code.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

interface Factory {
    function createPool(address a, address b, bool stable) external returns (address);
}

interface Pool {
    function mint(address to) external returns (uint256);
    function getAmountOut(uint256 amountIn, address tokenIn) external view returns (uint256);
}

/// @notice Aerodrome's pool as published, volatile or stable, with a million of each token.
contract SolidlyVenue is Venue {
    constructor(address adapter_, address first, address second, address wrapped_, bool stable)
        payable
        Venue(adapter_, first, second, wrapped_)
    {
        address sample = Code.create(Code.recorded("test/contracts/source-pools", "[0].contracts.Pool"));
        bytes memory code = Code.recorded("test/contracts/source-pools", "[0].contracts.PoolFactory");
        pool = Factory(Code.create(code, abi.encode(sample))).createPool(first, second, stable);
        fund(0, pool, 1e24);
        fund(1, pool, 1e24);
        Pool(pool).mint(address(this));
    }

    function data(uint256) external pure override returns (uint48) {
        return 0;
    }

    function foresee(uint256 i, uint256 amountIn) external view override returns (uint256) {
        return Pool(pool).getAmountOut(amountIn, coins[i]);
    }
}
