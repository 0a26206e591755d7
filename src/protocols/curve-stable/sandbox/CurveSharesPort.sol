// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @notice A port, not Curve's code: the share token of a pool, limited to what trades need.
contract CurveSharesPort {
    address public immutable minter = msg.sender;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function decimals() external pure returns (uint8) {
        return 18;
    }

    function symbol() external pure returns (string memory) {
        return "3Crv";
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "not the pool");
        (totalSupply, balanceOf[to]) = (totalSupply + amount, balanceOf[to] + amount);
    }

    /// Mints without counting, so that a seller has enough.
    function give(address to, uint256 amount) external {
        require(msg.sender == minter, "not the pool");
        balanceOf[to] += amount;
    }

    function burnFrom(address from, uint256 amount) external {
        require(msg.sender == minter, "not the pool");
        (totalSupply, balanceOf[from]) = (totalSupply - amount, balanceOf[from] - amount);
    }
}
