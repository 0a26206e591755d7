// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

interface IERC20 {
    function transfer(address to, uint256 amount) external returns (bool);
}

interface IPool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function mint(address to, int24 lower, int24 upper, uint128 liquidity, bytes calldata data)
        external
        returns (uint256, uint256);
}

/// @notice Gives Uniswap v3 pools liquidity from its own balance.
contract Minter {
    function mint(IPool pool, int24 lower, int24 upper, uint128 liquidity) external {
        pool.mint(address(this), lower, upper, liquidity, "");
    }

    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata) external {
        if (owed0 > 0) IERC20(IPool(msg.sender).token0()).transfer(msg.sender, owed0);
        if (owed1 > 0) IERC20(IPool(msg.sender).token1()).transfer(msg.sender, owed1);
    }
}
