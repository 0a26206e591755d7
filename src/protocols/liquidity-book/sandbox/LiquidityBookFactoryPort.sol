// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @notice A port, not LFJ's code: the answers of the Liquidity Book factory about pairs created elsewhere.
contract LiquidityBookFactoryPort {
    mapping(address => mapping(address => mapping(uint256 => address))) private pairs;

    function add(address pair, address x, address y, uint256 binStep) external {
        (pairs[x][y][binStep], pairs[y][x][binStep]) = (pair, pair);
    }

    function getLBPairInformation(address a, address b, uint256 binStep)
        external
        view
        returns (uint16, address pair, bool, bool)
    {
        pair = pairs[a][b][binStep];
        return (pair == address(0) ? 0 : uint16(binStep), pair, false, false);
    }
}
